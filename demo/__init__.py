"""The demo: texts, pictures, simulated people and judges, and the command that loads them.

All of it is made up, and pages say so. It may import everything; only the supervisor imports it.
"""
