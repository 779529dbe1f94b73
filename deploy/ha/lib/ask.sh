# What the cluster says of itself. Every question has an end.

in_hub() { ip netns exec "$HUB" "$@"; }

# The node that leads: Patroni answers 200 only while it holds the lock. All are asked at once, and a silent one is not waited for.
primary() {
  local urls=() node code url
  for node in "${NODES[@]}"; do urls+=(-o /dev/null "http://$(address_of "$node"):8008/primary"); done
  while read -r code url; do
    [ "$code" = 200 ] || continue
    for node in "${NODES[@]}"; do
      if [[ $url == "http://$(address_of "$node"):"* ]]; then echo "$node"; return 0; fi
    done
  done < <(in_hub stdbuf -oL curl --silent --parallel --max-time 1 --write-out '%{http_code} %{url_effective}\n' "${urls[@]}" 2>/dev/null)
  echo "Nobody leads." >&2
  return 1
}

# NODE PATH: what Patroni's REST API says.
ask_patroni() { in_hub curl --silent --max-time 1 "http://$(address_of "$1"):8008/$2"; }

# NODE PATH JSON: an order. These answers come when it is carried out.
order_patroni() {
  in_hub curl --silent --show-error --max-time 60 --user "patroni:$(cat "$VEZNE_HA_DIR/password")" --write-out '\n%{http_code}\n' \
    --data "$3" "http://$(address_of "$1"):8008/$2"
}

etcd_answers() { in_hub curl --silent --max-time 1 "http://$(address_of "$1"):2379/health" | grep -q '"true"'; }

# HOST PORT DATABASE STATEMENT...
sql_at() {
  local host=$1 port=$2 database=$3 arguments=()
  shift 3
  while (($# > 0)); do arguments+=(-c "$1"); shift; done
  in_hub env -i PATH=/usr/bin:/bin PGPASSWORD="$(cat "$VEZNE_HA_DIR/password")" PGCONNECT_TIMEOUT=2 PGAPPNAME=vezne-ha \
    timeout 10 "$PG_BIN/psql" -h "$host" -p "$port" -U postgres -d "$database" -XAtq -v ON_ERROR_STOP=1 "${arguments[@]}"
}

# A commit of a message to nobody: it waits for the standbys as any other does, and needs no table.
commits() { sql_at "$HUB_IP" 5000 postgres "select pg_logical_emit_message(true, 'vezne-ha', '')" >/dev/null 2>&1; }

# Two standbys confirm, and Patroni has written down that they do: before, it would promote neither. The services' own way reaches the
# primary, a commit comes through, and each etcd answers.
is_whole() {
  local node leader
  [ "$(sql_at "$HUB_IP" 5000 postgres \
    "select count(*) from pg_stat_replication where state = 'streaming' and sync_state = 'sync'" 2>/dev/null)" = 2 ] || return 1
  leader=$(primary 2>/dev/null) || return 1
  [ "$(ask_patroni "$leader" cluster | grep -o '"role": "sync_standby", "state": "\(running\|streaming\)"' | wc -l)" = 2 ] || return 1
  for node in "${NODES[@]}"; do etcd_answers "$node" || return 1; done
  commits
}

# SECONDS
wait_until_whole() {
  local end=$((SECONDS + $1))
  until is_whole; do
    ((SECONDS < end)) || return 1
    sleep 0.2
  done
}
