"""Discovery of kinds, blocks and reply formats in `surveys` and in the apps of the setting
`PLUGINS`."""
