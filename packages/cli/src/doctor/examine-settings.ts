import type { Finding } from './finding.ts';
import { fail, orOk, warn, ok } from './finding.ts';
import { factsOf, isLocal, isLoopback, reachableOf } from './snapshot.ts';
import type { DeploymentSnapshot } from './snapshot.ts';

export function examinePublicApi(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { publicApi } = snapshot;
  if (publicApi === undefined) return [];
  if (publicApi.failure === null) {
    return [ok('public API', `${publicApi.url} answers in ${Math.round(publicApi.tookMs)} ms.`)];
  }
  const remedy =
    'Look at PUBLIC_URL of the gateway, and at whatever stands before it: DNS, load balancer, certificate.';
  return [fail('public API', `${publicApi.url} ${publicApi.failure}.`, remedy)];
}

export function examinePublicUrl(snapshot: DeploymentSnapshot): readonly Finding[] {
  const { publicUrl } = factsOf(snapshot, 'gateway');
  if (typeof publicUrl !== 'string') return [];
  if (isLocal(snapshot)) return [ok('PUBLIC_URL', `${publicUrl}: a copy for this machine alone.`)];
  if (isLoopback(publicUrl)) {
    return [
      fail(
        'PUBLIC_URL',
        `It is ${publicUrl}, which nobody else can reach: feeds and problems point there.`,
        'Set PUBLIC_URL of the gateway to the address that clients use.',
      ),
    ];
  }
  const isPlain = publicUrl.startsWith('http:');
  return isPlain
    ? [
        warn(
          'PUBLIC_URL',
          `${publicUrl} is not encrypted, and keys travel over it.`,
          'Serve it over https, and set PUBLIC_URL to that.',
        ),
      ]
    : [ok('PUBLIC_URL', publicUrl)];
}

export function examineSecrets(snapshot: DeploymentSnapshot): readonly Finding[] {
  const findings = reachableOf(snapshot).flatMap(({ service, facts: { weakSecrets } }) => {
    if (typeof weakSecrets !== 'string') return [];
    const message = `${service} has a demo’s or a guessable ${weakSecrets}.`;
    const remedy = 'Set it to something random: openssl rand -hex 32';
    return [isLocal(snapshot) ? warn('secrets', message, remedy) : fail('secrets', message, remedy)];
  });
  return orOk(findings, 'secrets', 'None looks like one that others know, too.');
}

const FLAGS = [
  { service: 'channels', flag: 'CHANNELS_ALLOW_LOCALHOST', what: 'calendars' },
  { service: 'notifications', flag: 'WEBHOOKS_ALLOW_LOCALHOST', what: 'webhooks' },
];

export function examineSandboxFlags(snapshot: DeploymentSnapshot): readonly Finding[] {
  const open = FLAGS.filter(({ service }) => factsOf(snapshot, service)['allowsLocalhost'] === true);
  if (isLocal(snapshot)) return [ok('sandbox flags', 'On this machine they may be set.')];
  return orOk(
    open.map(({ service, flag, what }) =>
      fail(
        'sandbox flags',
        `${flag} is set: tenants can have ${what} of ${service} reach what listens beside it.`,
        `Remove ${flag} from ${service}.`,
      ),
    ),
    'sandbox flags',
    'None is set.',
  );
}

/** What is stored, or a part of it, was sealed with another secret: nothing says so until it is used. */
export function examineSeals(snapshot: DeploymentSnapshot): readonly Finding[] {
  return reachableOf(snapshot).flatMap(({ service, checks }) => {
    const check = checks.find(({ name }) => name === 'seals');
    if (check === undefined || check.ok) return [];
    const remedy = `Give ${service} the secret that sealed it, after the new one: '["<new>","<old>"]'.`;
    return [fail('seals', `${service}: ${check.error ?? 'no answer'}.`, remedy)];
  });
}
