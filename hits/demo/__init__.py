"""The demo: scenes, texts, simulated people and judges. All of it is made up, and pages say so."""
