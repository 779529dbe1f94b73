-- Sends prepared requests, one after the other, for a given time, and then stops in order: an answer is awaited for every
-- request that was sent, so that the number of answers can be held against the rows in the database. wrk alone would hang
-- up on the requests under way.

local ffi = require('ffi')
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } vezne_time;
  int clock_gettime(int clock, vezne_time *time);
]]
local time = ffi.new('vezne_time')
local CLOCK_MONOTONIC = 1
local function now()
  ffi.C.clock_gettime(CLOCK_MONOTONIC, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

local function say(text)
  io.write(text, '\n')
  io.flush()
end

local requests = {}
local nextAt = 0
local connections, warmUpSeconds, seconds, afterTheLast
local startedAt, warmAt, warmCount
local stopped = 0
local isUsedUp = 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  local data = file:read('*a')
  file:close()
  connections, warmUpSeconds, seconds = tonumber(args[2]), tonumber(args[3]), tonumber(args[4])
  afterTheLast = args[5]
  local from = 1
  while from <= #data do
    local zero = data:find('\0', from, true)
    requests[#requests + 1] = data:sub(from, zero - 1)
    from = zero + 1
  end
end

-- A connection asks for its next request when its last one has been answered, so the requests given out between two
-- moments are as many as the answers that came in.
function request()
  if nextAt == 0 then
    -- wrk asks once only to look at the request.
    nextAt = 1
    return requests[1]
  end
  local at = now()
  startedAt = startedAt or at
  if not warmAt and at - startedAt >= warmUpSeconds then
    warmAt, warmCount = at, nextAt
    say('warm')
  end
  local isOver = warmAt and at - warmAt >= seconds
  if isOver or (nextAt > #requests and afterTheLast ~= 'repeat') then
    if not isOver and afterTheLast == 'fail' then isUsedUp = 1 end
    if stopped == 0 and warmAt then
      say(string.format('measured %d\nseconds %.6f', nextAt - warmCount, at - warmAt))
    end
    stopped = stopped + 1
    if stopped == connections then say('used_up ' .. isUsedUp .. '\nanswered') end
    -- Nothing is sent, nothing comes back, and this connection never asks again.
    return ''
  end
  nextAt = nextAt + 1
  return requests[(nextAt - 2) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nanswers %d\nnot_2xx %d\nbroken %d\np50_us %d\np99_us %d\n',
    summary.requests,
    errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50),
    latency:percentile(99)
  ))
end
