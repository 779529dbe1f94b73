# Which processes are a node's, and how they start and end. A process is known by its namespace: a number alone may have been given to a
# stranger since it was written down.

in_namespace() { [ "/proc/${1:-none}/ns/net" -ef "/run/netns/$2" ]; }

# The process that a file of pids names, while it lives.
pid_of() {
  local pid
  pid=$(cat "$VEZNE_HA_DIR/pids/$1" 2>/dev/null) && in_namespace "$pid" "$2" && echo "$pid"
}

etcd_of() { pid_of "etcd-$1" "$(namespace_of "$1")"; }
agent_of() { pid_of "patroni-$1" "$(namespace_of "$1")"; }
haproxy_pid() { pid_of haproxy "$HUB"; }

postmaster_of() {
  local pid
  pid=$(head -n 1 "$(folder_of "$1")/data/postmaster.pid" 2>/dev/null) && in_namespace "$pid" "$(namespace_of "$1")" && echo "$pid"
}

# NODE postgres|agent|both|etcd|node: the postmaster first, because it makes more children until it has gone.
processes_of() {
  local node=$1 what=$2 pid etcd
  case $what in
    agent) agent_of "$node" || true ;;
    etcd) etcd_of "$node" || true ;;
    node) postmaster_of "$node" || true; ip netns pids "$(namespace_of "$node")" ;;
    postgres)
      postmaster_of "$node" || true
      for pid in $(ip netns pids "$(namespace_of "$node")"); do
        # Children may outlive a postmaster for a moment, and would still answer.
        if [ "/proc/$pid/exe" -ef "$PG_BIN/postgres" ]; then echo "$pid"; fi
      done
      ;;
    both)
      etcd=$(etcd_of "$node" || true)
      postmaster_of "$node" || true
      for pid in $(ip netns pids "$(namespace_of "$node")"); do
        if [ "$pid" != "$etcd" ]; then echo "$pid"; fi
      done
      ;;
    *) echo "Name what: postgres, agent, both, etcd or node." >&2; return 2 ;;
  esac
}

# SIGNAL NODE WHAT: some may have ended since they were listed.
signal() {
  local pids
  mapfile -t pids < <(processes_of "$2" "$3")
  [ ${#pids[@]} -eq 0 ] || kill "-$1" "${pids[@]}" 2>/dev/null || true
}

# Until none is left: a postmaster may have made a child between the list and the signal.
kill_processes() {
  local i
  for ((i = 0; i < 200; i++)); do
    [ -n "$(processes_of "$1" "$2")" ] || return 0
    signal KILL "$1" "$2"
    sleep 0.02
  done
  echo "Processes of $1 don't end: $(processes_of "$1" "$2" | xargs)" >&2
  return 1
}

# NAME NAMESPACE COMMAND...: setsid, ip, setpriv and env each become the next one, so $! is the server itself. In a session of its own it
# does not hear the Ctrl-C of a terminal.
start_server() {
  local name=$1 namespace=$2 i
  shift 2
  setsid ip netns exec "$namespace" "$@" </dev/null >>"$VEZNE_HA_DIR/log/$name.log" 2>&1 &
  echo $! >"$VEZNE_HA_DIR/pids/$name"
  for ((i = 0; i < 100; i++)); do
    pid_of "$name" "$namespace" >/dev/null && return 0
    sleep 0.02
  done
  echo "$name ended at once; see $VEZNE_HA_DIR/log/$name.log" >&2
  return 1
}

# What a server of the databases may know of whoever starts it: nothing.
AS_POSTGRES=(setpriv --reuid=postgres --regid=postgres --init-groups env -i PATH=/usr/bin:/bin "HOME=$VEZNE_HA_DIR" LC_ALL=C.UTF-8)

# PostgreSQL gives shared memory of the old kind a number, and leaves it behind when it is killed.
note_shared_memory() {
  local line
  line=$(sed -n 7p "$(folder_of "$1")/data/postmaster.pid" 2>/dev/null) || return 0
  [ -z "$line" ] || echo "$line" >>"$VEZNE_HA_DIR/shared-memory"
}

# Only what still has the same key and number, and no process.
remove_shared_memory() {
  local key id
  [ -e "$VEZNE_HA_DIR/shared-memory" ] || return 0
  while read -r key id; do
    if awk -v key="$key" -v id="$id" '$1 == key && $2 == id && $7 == 0 { found = 1 } END { exit !found }' /proc/sysvipc/shm; then
      ipcrm -m "$id" || true
    fi
  done <"$VEZNE_HA_DIR/shared-memory"
}
