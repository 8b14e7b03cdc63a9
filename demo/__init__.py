"""The demo: texts, images, simulated people and judges, and the command that loads them.

Everything in the demo is simulated, and the pages say so. The demo can import every other package.
Only the supervisor imports the demo.
"""
