# What docs/backup.md has a person do to restore a cluster, for the one that deploy/ha made. Sourced by a script in its folder.
set -euo pipefail
. deploy/ha/lib/all.sh
. "$HA/lib/backup.sh"

# NODE: while it is no part of a cluster.
PLAIN_PORT=5433

back_up() { pgbackrest_at "$(primary)" --type=full backup; }

# All nodes end, and their data is kept elsewhere.
end_all() {
  local node
  mkdir "$VEZNE_HA_DIR/old"
  for node in "${NODES[@]}"; do
    "$HA/kill" "$node" both >/dev/null
    mv "$(folder_of "$node")/data" "$VEZNE_HA_DIR/old/$node"
  done
}

# NODE MOMENT
restore() {
  install -d -m 0700 -o postgres -g postgres "$(folder_of "$1")/data"
  pgbackrest_at "$1" --type=time "--target=$2" --target-action=promote --archive-mode=off restore
}

# NODE: as a server of its own, which no process of ours knows. The settings lie beside the data, which Patroni gets as it is.
start_plain() {
  local folder plain i
  folder=$(folder_of "$1")
  plain=$folder/plain
  install -d -o postgres -g postgres "$plain"
  cat >"$plain/postgresql.conf" <<CONFIG
port = $PLAIN_PORT
listen_addresses = '*'
unix_socket_directories = '$folder'
hot_standby = off
CONFIG
  echo "host all all $VEZNE_HA_NET.0/24 scram-sha-256" >"$plain/pg_hba.conf"
  plain_ctl "$1" --log="$plain/log" --options="-c config_file=$plain/postgresql.conf -c hba_file=$plain/pg_hba.conf" start
  for ((i = 0; i < 300; i++)); do
    if in_hub "$PG_BIN/pg_isready" -q -h "$(address_of "$1")" -p $PLAIN_PORT; then
      grep 'recovery stopping before commit' "$plain/log"
      return
    fi
    sleep 0.1
  done
  return 1
}

stop_plain() { plain_ctl "$1" --mode=fast stop; }

# NODE ARGUMENTS...
plain_ctl() {
  local node=$1
  shift
  ip netns exec "$(namespace_of "$node")" "${AS_POSTGRES[@]}" "$PG_BIN/pg_ctl" --silent --wait --timeout=60 "--pgdata=$(folder_of "$node")/data" "$@"
}

# NODE
remove_cluster() {
  printf 'vezne\nYes I am aware\n' | ip netns exec "$(namespace_of "$1")" "${AS_POSTGRES[@]}" timeout 30 \
    patronictl -c "$(folder_of "$1")/patroni.yml" remove vezne
}

# NODE: the old cluster goes out of etcd, and a new one begins with this node. The others copy it.
begin_anew() {
  local node i
  # What was killed leads until its lease ends, and patronictl asks a third question for so long.
  for ((i = 0; i < 15; i++)); do
    if remove_cluster "$1"; then break; fi
    sleep 1
  done
  ((i < 15))
  "$HA/start-node" "$1"
  # No standby confirms yet, so nobody is asked for a commit.
  until [ "$(primary 2>/dev/null)" = "$1" ]; do sleep 0.2; done
  for node in $(others_than "$1"); do "$HA/start-node" "$node"; done
  "$HA/wait-whole" 90
}
