"""How kinds, blocks and reply formats are found: here, and in the apps that the setting `PLUGINS`
names.
"""
