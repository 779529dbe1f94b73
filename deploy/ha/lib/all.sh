# Everything that a command of this folder needs.
LIB="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$LIB/settings.sh"
. "$LIB/processes.sh"
. "$LIB/ask.sh"
