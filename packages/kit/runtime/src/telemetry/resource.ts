import { newId } from '../context/identity.ts';

export interface ProcessIdentity {
  readonly name: string;
  readonly version: string;
  readonly environment?: string | undefined;
  /** As in OTEL_RESOURCE_ATTRIBUTES: `key=value,key=value`, values percent-encoded. `service.name` in it is ignored. */
  readonly resourceAttributes?: string | undefined;
}

/** Alerts and dashboards are built on the names of the services, so those cannot be set. */
export function resourceAttributes(identity: ProcessIdentity): Record<string, string> {
  const { name, version, environment = 'development', resourceAttributes: more = '' } = identity;
  return {
    'service.namespace': 'lodging',
    'service.version': version,
    'service.instance.id': newId(),
    'deployment.environment.name': environment,
    ...parsePairs(more),
    'service.name': name,
  };
}

/** As the specification says, malformed pairs and encodings are ignored. */
export function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((part) => {
    const cut = part.indexOf('=');
    const key = part.slice(0, Math.max(0, cut)).trim();
    return key === '' ? [] : [[key, decode(part.slice(cut + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
