import { ClusterError } from './clusterQueue';

/** What Redis means by a refusal, and what the user can do about it. */
export interface RedisRefusal {
  /** The cause and the remedy, for a message: `it is full: raise its maxmemory`. */
  readonly reason: string;
  /** Whether the refusal may end without a change by the user, so that it helps to wait. */
  readonly passes: boolean;
}

const LATER = true;
const NEVER = false;

/** How the errors of Redis begin, with their causes. The first line that matches counts. */
const REFUSALS: readonly (readonly [start: RegExp, passes: boolean, reason: string])[] = [
  [/^OOM /, LATER, 'it is full (OOM): raise its maxmemory, or lower backlogBytes of the callers'],
  [/^READONLY /, LATER, 'it is a read-only replica (READONLY): give the URL of the primary'],
  [/^LOADING /, LATER, 'it is loading its data (LOADING)'],
  [/^MASTERDOWN /, LATER, 'it is a replica that has lost its primary (MASTERDOWN): give the URL of the primary'],
  [
    /^MISCONF /,
    LATER,
    "it cannot write its snapshot to disk (MISCONF): see Redis's log, or turn snapshots off by --save ''",
  ],
  [/^NOREPLICAS /, LATER, 'it has too few replicas (NOREPLICAS): see its min-replicas-to-write'],
  [/^(UNBLOCKED|TRYAGAIN) /, LATER, 'its role has changed'],
  [/^BUSY /, LATER, 'it runs a script that does not end (BUSY)'],
  [/^ERR max number of clients/, LATER, 'it has too many clients: raise its maxclients'],
  [/^NOAUTH |^ERR invalid password/, NEVER, 'it needs a password (NOAUTH): give a URL with redis://user:password@host'],
  [/^WRONGPASS /, NEVER, 'the user or the password in the URL is wrong, or the user is disabled (WRONGPASS)'],
  [/DB index/, NEVER, 'it has no database of the number in the URL: leave it out, or raise its setting "databases"'],
  [/^ERR unknown command/, NEVER, 'it lacks a command: slabtree needs Redis 6.2 or later, or Valkey'],
  [/^(MOVED|ASK|CLUSTERDOWN|CROSSSLOT) /, NEVER, 'it is a node of a Redis Cluster: give the URL of a single Redis'],
];

/** Returns what an error of Redis means. Null for all other errors, such as the errors of a lost connection. */
export function refusalOf(thrown: unknown): RedisRefusal | null {
  if (!(thrown instanceof Error) || thrown.name !== 'ReplyError') return null;
  const message = withoutScript(thrown.message);
  if (/^NOPERM |^(ERR )?The user executing the script can't run/.test(message)) {
    const lacking = /'([^']+)' command/.exec(message);
    const what = lacking === null ? message.replace(/^(NOPERM|ERR) /, '') : `the command ${lacking[1]}`;
    return { passes: NEVER, reason: `its user has no permission (NOPERM): ${what}. docs/cluster.md has the ACL rules` };
  }
  const known = REFUSALS.find(([start]) => start.test(message));
  return known === undefined ? { passes: NEVER, reason: message } : { passes: known[1], reason: known[2] };
}

/** Returns the error of a command in a script, without the text that names the script. Redis 6 puts it before the error, Redis 7 after it. */
function withoutScript(message: string): string {
  return message
    .replace(/^ERR Error running script \(call to \w+\): (@\w+: ?\d+: )*-?/, '')
    .replace(/\.? script: \w+, on @\w+:\d+\.$/, '');
}

/** Returns an error of Redis as a ClusterError, with its cause and remedy. Returns other errors unchanged. */
export function asClusterError(host: string, thrown: unknown): unknown {
  const refusal = refusalOf(thrown);
  return refusal === null ? thrown : new ClusterError(`Redis at ${host} refuses: ${refusal.reason}`, { cause: thrown });
}

/** The codes of errors of TLS. They begin so, in Node and in OpenSSL. */
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/;

/** Returns the cause of a failed TLS handshake, and the remedy. Null for other errors. */
export function tlsProblemOf(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : '';
  if (!TLS_CODE.test(code)) return null;
  if (/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/.test(code))
    return 'it does not answer in TLS: for a port without TLS, use redis://';
  if (/ALTNAME|HOSTNAME/.test(code)) return `${error.message}: use the host that the certificate names`;
  if (code === 'CERT_HAS_EXPIRED') return `${error.message}: renew the certificate of Redis`;
  if (code === 'CERT_NOT_YET_VALID') return `${error.message}: compare the clocks of both machines`;
  if (/ALERT_CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/.test(code)) {
    return 'it asks for a certificate of the client, and slabtree sends none: set tls-auth-clients no in Redis';
  }
  if (/SIGN|ISSUER|VERIFY/.test(code)) {
    return `${error.message}: for a CA of your own, set NODE_EXTRA_CA_CERTS to the file of its certificate`;
  }
  return error.message;
}
