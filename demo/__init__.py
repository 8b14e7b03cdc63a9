"""The demo: texts, images, simulated people and judges, and the command that loads them.

All of it is simulated, and pages say so. It can import everything; only the supervisor imports it.
"""
