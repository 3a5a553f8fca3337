import { describe, expect, it } from 'vitest';
import { asClusterError, refusalOf, tlsProblemOf } from '../../src/cluster/protocol/redisErrors';

/** An error as ioredis makes it from an error reply of Redis. */
function replyError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ReplyError' });
}

describe('errors of Redis', () => {
  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'.", 'raise its maxmemory'],
    ["READONLY You can't write against a read only replica.", 'give the URL of the primary'],
    ['LOADING Redis is loading the dataset in memory', 'loading its data'],
    ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", 'give the URL of the primary'],
    ['MISCONF Redis is configured to save RDB snapshots', 'cannot write its snapshot'],
    ['NOREPLICAS Not enough good replicas to write.', 'min-replicas-to-write'],
    ['BUSY Redis is busy running a script.', 'script'],
    ['ERR max number of clients reached', 'maxclients'],
    [
      "OOM command not allowed when used memory > 'maxmemory'. script: 7f4b72, on @user_script:1.",
      'raise its maxmemory',
    ],
    [
      "ERR Error running script (call to f_7f4b72): @user_script:1: @user_script: 1: -OOM command not allowed when used memory > 'maxmemory'.",
      'raise its maxmemory',
    ],
    [
      "ERR Error running script (call to f_7f4b72): @user_script:1: @user_script: 1: -READONLY You can't write against a read only replica.",
      'give the URL of the primary',
    ],
    ['UNBLOCKED force unblock from blocking operation, instance state changed', 'role'],
  ])('Redis may take back this refusal: %s', (message, remedy) => {
    const refusal = refusalOf(replyError(message));
    expect(refusal?.passes).toBe(true);
    expect(refusal?.reason).toContain(remedy);
  });

  it.each([
    ['NOAUTH Authentication required.', 'user:password@host'],
    ['WRONGPASS invalid username-password pair or user is disabled.', 'wrong'],
    ["NOPERM this user has no permissions to run the 'lpush' command", 'the command lpush'],
    ['NOPERM this user has no permissions to access one of the keys used as arguments', 'one of the keys'],
    ["ERR The user executing the script can't run this command or subcommand", 'ACL'],
    [
      "ERR The user executing the script can't run this command or subcommand script: 705dea, on @user_script:17.",
      "(NOPERM): The user executing the script can't run this command or subcommand. docs/cluster.md",
    ],
    [
      "ERR Error running script (call to f_705dea): @user_script:17: @user_script: 17: The user executing the script can't run this command or subcommand",
      "(NOPERM): The user executing the script can't run this command or subcommand. docs/cluster.md",
    ],
    ['ERR DB index is out of range', 'database'],
    ["ERR unknown command 'getdel', with args beginning with: 'a'", 'Redis 6.2'],
    ['MOVED 3999 127.0.0.1:6381', 'Redis Cluster'],
    ['CLUSTERDOWN Hash slot not served', 'Redis Cluster'],
    ['ERR something new', 'ERR something new'],
  ])('Redis does not take back this refusal: %s', (message, remedy) => {
    const refusal = refusalOf(replyError(message));
    expect(refusal?.passes).toBe(false);
    expect(refusal?.reason).toContain(remedy);
    const error = asClusterError('host:6379', replyError(message));
    expect(String(error)).toMatch(/^ClusterError: Redis at host:6379 refuses: /);
  });

  it('an error that is no reply of Redis stays as it is', () => {
    const error = new Error('OOM command not allowed');
    expect(refusalOf(error)).toBeNull();
    expect(asClusterError('host', error)).toBe(error);
  });
});

describe('errors of TLS', () => {
  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'use the host that the certificate names'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'use redis://'],
    ['CERT_HAS_EXPIRED', 'the message: renew the certificate of Redis'],
    ['CERT_NOT_YET_VALID', 'the message: compare the clocks'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'set tls-auth-clients no'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'set tls-auth-clients no'],
    ['CERT_REVOKED', 'the message'],
  ])('the error %s of TLS names its remedy', (code, remedy) => {
    expect(tlsProblemOf(Object.assign(new Error('the message'), { code }))).toContain(remedy);
  });

  it('a refused connection is no error of TLS', () => {
    expect(tlsProblemOf(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBeNull();
  });
});
