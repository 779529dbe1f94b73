# patroni.yml as it is for a node of this cluster.

# NODE: on standard output. A text that is not there any more would be an untested file, so its absence is a failure.
patroni_config() {
  local node=$1 folder address password filled number word
  folder=$(folder_of "$node")
  address=$(address_of "$node")
  password=$(cat "$VEZNE_HA_DIR/password")
  filled=$(cat "$HA/patroni.yml")

  fill_in '10.0.0.21:2379, 10.0.0.22:2379, 10.0.0.23:2379' "$(address_of n1):2379, $(address_of n2):2379, $(address_of n3):2379"
  for number in 1 2 3; do fill_in "10.0.0.2$number/32" "$(address_of "n$number")/32"; done
  fill_in '10.0.0.31/32' "$HUB_IP/32"
  fill_in '10.0.0.21' "$address"
  fill_in '10.0.0.0/24' "$VEZNE_HA_NET.0/24"
  fill_in 'name: db1' "name: $node"
  fill_in '/var/lib/postgresql/15/main' "$folder/data"
  fill_in '/var/lib/postgresql/patroni.pgpass' "$folder/pgpass"
  fill_in '/var/run/postgresql' "$folder"
  # The socket's folder is the servers' own, and pgBackRest comes by it.
  fill_in 'local all all peer' 'local all all trust'
  for word in API SUPERUSER REPLICATION REWIND; do fill_in "CHANGE-ME-$word" "$password"; done

  # No machine whose clock is a test's has a watchdog to reset it.
  fill_in 'mode: required' 'mode: off'
  if ((VEZNE_HA_TTL < 20)); then
    fill_in 'loop_wait: 2' 'loop_wait: 1'
    # 1 was an outage that did not end by itself. ttl must be at least loop_wait and twice this.
    fill_in 'retry_timeout: 5' 'retry_timeout: 2'
  fi
  fill_in 'ttl: 20' "ttl: $VEZNE_HA_TTL"
  if [ "$VEZNE_HA_ETCD_API" = 3 ]; then fill_in $'\netcd:' $'\netcd3:'; fi

  fill_in 'shared_buffers: 4GB' 'shared_buffers: 128MB'
  if ((VEZNE_HA_DISK_MB > 0)); then
    fill_in 'wal_keep_size: 4GB' "wal_keep_size: $((VEZNE_HA_DISK_MB / 8))MB"
    fill_in 'max_wal_size: 4GB' "max_wal_size: $((VEZNE_HA_DISK_MB / 4))MB"
  else
    fill_in 'wal_keep_size: 4GB' 'wal_keep_size: 1GB'
    fill_in 'max_wal_size: 4GB' 'max_wal_size: 1GB'
  fi

  # In files of the data folder: killed servers leave nothing in /dev/shm.
  fill_in 'max_wal_senders: 10' $'max_wal_senders: 10\n        dynamic_shared_memory_type: mmap'

  # Without an archive nothing must wait for it: the log would fill the memory.
  if [ "$VEZNE_HA_ARCHIVE" = 1 ]; then
    fill_in 'pgbackrest --stanza' "pgbackrest --config=$folder/pgbackrest.conf --stanza"
  else
    fill_in "archive_mode: 'on'" "archive_mode: 'off'"
    fill_in 'timeout 5 pgbackrest --stanza=vezne archive-get %f %p' 'false'
  fi
  printf '%s\n' "$filled"
}

fill_in() {
  [[ $filled == *"$1"* ]] || { echo "patroni.yml has no \"$1\" any more." >&2; return 1; }
  filled=${filled//"$1"/"$2"}
}
