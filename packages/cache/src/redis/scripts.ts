// Each script touches one entry and the mark of its tag, whose names share a hash tag: a cluster keeps them together.
// An entry is its mark, a line break, and the value.

/** KEYS: entry, mark. ARGV: a new mark, how long it lives. Returns the mark, and the value with what is left of its time. */
export const GET = `
local mark = redis.call('GET', KEYS[2])
if not mark then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  return {ARGV[1]}
end
local entry = redis.call('GET', KEYS[1])
if not entry then return {mark} end
local head = mark .. '\\n'
if string.sub(entry, 1, #head) ~= head then
  redis.call('DEL', KEYS[1])
  return {mark}
end
return {mark, string.sub(entry, #head + 1), redis.call('PTTL', KEYS[1])}
`;

/** KEYS: entry, mark. ARGV: the mark it was loaded under, the value, its time. The mark outlives the entry. */
export const SET = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. '\\n' .. ARGV[2], 'PX', ARGV[3])
if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[2], ARGV[3]) end
return 1
`;

/** KEYS: entry. */
export const DELETE = "return redis.call('DEL', KEYS[1])";

/** KEYS: mark. ARGV: a new mark, how long it lives, the channel, the message for it. */
export const INVALIDATE = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('PUBLISH', ARGV[3], ARGV[4])
`;
