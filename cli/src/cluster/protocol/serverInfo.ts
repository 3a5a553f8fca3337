/** The lowest version of Redis with all commands that callers and workers send: GETDEL is the last of these. */
const LOWEST = { major: 6, minor: 2 };

/** Returns why a server cannot be used, and the remedy, by its answer to INFO. Null if it can. */
export function serverProblemOf(info: string): string | null {
  const mode = /^redis_mode:(\w+)/m.exec(info)?.[1];
  if (mode === 'cluster') return 'is a node of a Redis Cluster: give the URL of a single Redis';
  if (mode === 'sentinel') return 'is a Redis Sentinel: give the URL of the primary, or of a proxy that follows it';
  // Valkey answers with the version of Redis whose commands it has.
  const version = /^redis_version:((\d+)\.(\d+)\S*)/m.exec(info);
  if (version === null) return null;
  const [, text, major, minor] = version;
  if (Number(major) > LOWEST.major || (Number(major) === LOWEST.major && Number(minor) >= LOWEST.minor)) return null;
  return `has the version ${text}: a cluster needs Redis ${LOWEST.major}.${LOWEST.minor} or later, or Valkey`;
}
