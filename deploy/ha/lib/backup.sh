# pgBackRest, with a repository that all nodes share, as one on another machine would be.

# NODE: on standard output.
pgbackrest_config() {
  cat <<CONFIG
[global]
repo1-path=$VEZNE_HA_DIR/backup
repo1-retention-full=2
log-path=$VEZNE_HA_DIR/$1
lock-path=$VEZNE_HA_DIR/$1/pgbackrest-lock
log-level-console=warn
log-level-file=off
compress-type=lz4
start-fast=y

[vezne]
pg1-path=$(folder_of "$1")/data
pg1-port=5432
pg1-socket-path=$(folder_of "$1")
CONFIG
}

# NODE COMMAND...
pgbackrest_at() {
  local node=$1
  shift
  ip netns exec "$(namespace_of "$node")" "${AS_POSTGRES[@]}" timeout 60 \
    pgbackrest "--config=$(folder_of "$node")/pgbackrest.conf" --stanza=vezne "$@"
}
