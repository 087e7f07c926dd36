# install_packages installs Debian packages, or tells which are needed where that
# cannot be done. For the scripts beside it, which source it.
install_packages() {
	if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
		echo "these tests need $*: install them (Debian: apt-get install $*)" >&2
		exit 1
	fi
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@"
}
