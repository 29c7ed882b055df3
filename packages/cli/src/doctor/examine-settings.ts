import type { Finding } from './finding.ts';
import { fail, orWell, warn, well } from './finding.ts';
import { factsOf, isLocal, isLoopback, reachableOf } from './picture.ts';
import type { Picture } from './picture.ts';

export function examinePublicApi(picture: Picture): readonly Finding[] {
  const { publicApi } = picture;
  if (publicApi === undefined) return [];
  if (publicApi.failure === null) {
    return [well('public API', `${publicApi.url} answers in ${Math.round(publicApi.tookMs)} ms.`)];
  }
  const remedy =
    'Look at PUBLIC_URL of the gateway, and at whatever stands before it: DNS, load balancer, certificate.';
  return [fail('public API', `${publicApi.url} ${publicApi.failure}.`, remedy)];
}

export function examinePublicUrl(picture: Picture): readonly Finding[] {
  const { publicUrl } = factsOf(picture, 'gateway');
  if (typeof publicUrl !== 'string') return [];
  if (isLocal(picture)) return [well('PUBLIC_URL', `${publicUrl}: a copy for this machine alone.`)];
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
    : [well('PUBLIC_URL', publicUrl)];
}

export function examineSecrets(picture: Picture): readonly Finding[] {
  const findings = reachableOf(picture).flatMap(({ service, facts: { weakSecrets } }) => {
    if (typeof weakSecrets !== 'string') return [];
    const message = `${service} has a demo’s or a guessable ${weakSecrets}.`;
    const remedy = 'Set it to something random: openssl rand -hex 32';
    return [isLocal(picture) ? warn('secrets', message, remedy) : fail('secrets', message, remedy)];
  });
  return orWell(findings, 'secrets', 'None looks like one that others know, too.');
}

const FLAGS = [
  { service: 'channels', flag: 'CHANNELS_ALLOW_LOCALHOST', what: 'calendars' },
  { service: 'notifications', flag: 'WEBHOOKS_ALLOW_LOCALHOST', what: 'webhooks' },
];

export function examineSandboxFlags(picture: Picture): readonly Finding[] {
  const open = FLAGS.filter(({ service }) => factsOf(picture, service)['allowsLocalhost'] === true);
  if (isLocal(picture)) return [well('sandbox flags', 'On this machine they may be set.')];
  return orWell(
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
