# Sourced by every command of this folder: what may be set, and what follows from it.
set -euo pipefail

: "${VEZNE_HA_DIR:=/dev/shm/vezne-ha}" # everything that is made lies below; `down --wipe` removes it
[[ $VEZNE_HA_DIR == /?* ]] || { echo "VEZNE_HA_DIR must be an absolute path: $VEZNE_HA_DIR" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "Network namespaces need root: run this as root." >&2; exit 1; }

# A cluster that runs is what it was made as: its own settings win over the environment. They are read from a file of root's alone,
# because /dev/shm is open to everybody.
if [ -e "$VEZNE_HA_DIR/settings" ]; then
  [ -O "$VEZNE_HA_DIR" ] && [ -O "$VEZNE_HA_DIR/settings" ] || { echo "$VEZNE_HA_DIR belongs to somebody else." >&2; exit 1; }
  # shellcheck source=/dev/null
  . "$VEZNE_HA_DIR/settings"
fi

: "${VEZNE_HA_PREFIX:=vzha}"  # of the network namespaces: two clusters may run side by side
: "${VEZNE_HA_NET:=10.77.0}"  # the first three bytes of a network that exists inside the namespaces only
: "${VEZNE_HA_TTL:=5}"        # seconds; below 20 with the other times of tests, from 20 on with those of patroni.yml
: "${VEZNE_HA_ETCD_API:=2}"   # 3 only to show that Patroni 3.0.2 loses commits with it
: "${VEZNE_HA_ARCHIVE:=0}"    # 1: pgBackRest takes the log
: "${VEZNE_HA_DISK_MB:=0}"    # more than 0: each database has a disk of this size, which can be filled

# Read by those who source this file.
# shellcheck disable=SC2034
SETTINGS=(VEZNE_HA_PREFIX VEZNE_HA_NET VEZNE_HA_TTL VEZNE_HA_ETCD_API VEZNE_HA_ARCHIVE VEZNE_HA_DISK_MB)
HA="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
PG_BIN=/usr/lib/postgresql/15/bin
HUB="$VEZNE_HA_PREFIX-hub" # the namespace of haproxy and of the services
HUB_IP="$VEZNE_HA_NET.1"
NODES=(n1 n2 n3)

# Debian keeps haproxy and ip where only root looks. A relative path of the caller must not lead a server anywhere.
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
cd /

namespace_of() { echo "$VEZNE_HA_PREFIX-$1"; }
address_of() { echo "$VEZNE_HA_NET.1${1#n}"; }
folder_of() { echo "$VEZNE_HA_DIR/$1"; }

# A node by its name, or the one that leads.
node_named() {
  case ${1:-} in
    n1 | n2 | n3) echo "$1" ;;
    primary) primary ;;
    *) echo "Name a node: ${NODES[*]} or primary." >&2; return 2 ;;
  esac
}

others_than() {
  local node
  for node in "${NODES[@]}"; do [ "$node" = "$1" ] || echo "$node"; done
}
