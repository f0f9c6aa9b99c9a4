# Sourced by ./play and ./test: makes .venv and keeps it in step with the lock. `setup run` or `setup dev`; `setup dev`
# also fetches what the browser's part is built with, and a browser to test it in.

say() { printf 'sandtable: %s\n' "$*" >&2; }

# What an installation depends on: if none of this changed, there is nothing to do.
fingerprint() {
    local types
    {
        cat pyproject.toml uv.lock constraints.txt hatch_build.py web/package-lock.json
        for types in src/sandtable/core/*.pxd; do cat "${types%xd}"*; done  # what is compiled, .pxd, .py and .pyx
    } 2>/dev/null | cksum
}

setup() {
    local wanted="$1" stamp=".venv/sandtable-$1" now began=$SECONDS
    now=$(fingerprint)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then return; fi
    rm -f .venv/sandtable-run .venv/sandtable-dev
    if command -v uv >/dev/null 2>&1; then
        install_with_uv "$wanted"
    else
        install_with_pip "$wanted"
    fi
    printf '%s\n' "$now" > .venv/sandtable-run
    if [ "$wanted" = dev ]; then
        install_browser_tools
        printf '%s\n' "$now" > .venv/sandtable-dev
    fi
    say "ready, after $((SECONDS - began)) seconds (all of it is in .venv)"
}

install_with_uv() {
    say "setting up .venv with uv, as locked in uv.lock: packages are fetched, the core is compiled"
    local groups="--no-dev" python
    if [ "$1" = dev ]; then groups="--group dev"; fi
    python=$(newest_python || true) # none: uv fetches one
    [ -x .venv/bin/python ] || [ -z "$python" ] || uv venv --quiet --python "$python" .venv
    # shellcheck disable=SC2086
    uv sync --quiet --frozen --inexact --reinstall-package sandtable $groups
}

# Newer ones are faster. One may be on the path and not run: a version manager's door to what it does not have.
newest_python() {
    local name
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    return 1
}

install_with_pip() {
    local python
    if [ ! -x .venv/bin/python ]; then
        if ! python=$(newest_python); then
            say "Python 3.11 or newer is needed and was not found"
            exit 1
        fi
        say "making .venv, of $("$python" --version)"
        "$python" -m venv .venv
    fi
    .venv/bin/python tools/packages.py "$1" > .venv/needed.txt
    local packages compiling # its process
    packages=$(.venv/bin/python tools/packages.py "$1" --count)
    say "fetching $packages packages with pip, as pinned in constraints.txt"
    say "compiling the core meanwhile (without a C compiler it stays plain Python, which is slower)"
    set -m # a group of its own, so that all of it can be ended
    pip --no-deps --editable . > .venv/compiled.log &
    compiling=$!
    set +m
    # shellcheck disable=SC2064
    trap "kill -- -$compiling 2>/dev/null || true" EXIT # Ctrl-C too; what runs beside does not hear of it
    pip --requirement .venv/needed.txt | tee .venv/fetched.log | bar "$packages"
    succeeded .venv/fetched.log
    [ -z "$(jobs -r)" ] || say "all fetched; still compiling"
    wait "$compiling" || true
    trap - EXIT
    succeeded .venv/compiled.log
}

pip() {
    .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off --constraint constraints.txt \
        "$@" 2>&1 && echo "installed all"
}

# All that pip has said, if it failed.
succeeded() {
    if ! grep -q "^installed all$" "$1"; then
        cat "$1" >&2
        say "pip failed: what it said stands above"
        exit 1
    fi
}

# A bar over what pip says, where somebody looks at it.
bar() {
    if [ ! -t 2 ]; then cat >/dev/null; return; fi
    awk -v all="$1" -v wide=30 '
        /^Collecting / { seen += seen < all; draw($2) }
        /^Installing collected/ { seen = all; draw("putting them in their place") }
        END { printf "\r\033[K" }
        function draw(what,   line, nth) {
            for (nth = 0; nth < wide; nth++) line = line (nth < wide * seen / all ? "#" : ".")
            sub(/[<>=!;\[].*/, "", what)
            printf "\r\033[K[%s] %d of %d  %s", line, seen, all, what
            fflush()
        }' >&2
}

# Node comes with the Python packages, so that the bundle is built by the same one everywhere.
install_browser_tools() {
    say "fetching the tools of the browser's part, as locked in web/package-lock.json"
    (cd web && PATH="$PWD/../.venv/bin:$PATH" npm ci --silent --no-audit --no-fund)
    if find_browser >/dev/null; then return; fi
    say "installing Chromium for the tests in a browser"
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
    else
        .venv/bin/playwright install chromium >/dev/null
    fi
}

find_browser() {
    command -v chromium || command -v chromium-browser || command -v google-chrome ||
        ls "$HOME"/.cache/ms-playwright/chromium-*/chrome-linux/chrome 2>/dev/null
}
