# A namespace for each node and one for haproxy and the services, joined by a bridge. The machine's own network is not touched.

namespaces() {
  echo "$HUB"
  local node
  for node in "${NODES[@]}"; do namespace_of "$node"; done
}

make_network() {
  local node namespace
  ip netns add "$HUB" || { echo "Network namespaces can't be made here: does this container lack the right (CAP_SYS_ADMIN)?" >&2; return 1; }
  ip -n "$HUB" link set lo up
  ip -n "$HUB" link add br0 type bridge
  ip -n "$HUB" addr add "$HUB_IP/24" dev br0
  ip -n "$HUB" link set br0 up
  for node in "${NODES[@]}"; do
    namespace=$(namespace_of "$node")
    ip netns add "$namespace"
    ip -n "$namespace" link set lo up
    ip -n "$HUB" link add "p-$node" type veth peer name "eth-$node" netns "$namespace"
    ip -n "$HUB" link set "p-$node" master br0 up
    ip -n "$namespace" addr add "$(address_of "$node")/24" dev "eth-$node"
    ip -n "$namespace" link set "eth-$node" up
  done
}

# NODE RULE...: what is dropped is dropped without a word, as by a dead switch.
drop() {
  local node=$1
  shift
  ip netns exec "$(namespace_of "$node")" iptables -w 5 -I "$@" -j DROP
}
