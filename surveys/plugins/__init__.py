"""Discovery of kinds, blocks and reply formats here and in the apps of the setting `PLUGINS`."""
