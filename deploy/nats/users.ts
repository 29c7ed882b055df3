import { streamOf } from '@lodging/contract-wire';
import { declaredStreams, TOPOLOGY } from './topology.ts';

export interface BusUser {
  user: string;
  password: string;
  /** Subjects it may publish to; undefined means all. */
  publish?: string[];
  /** Subjects it may subscribe to; undefined means all. */
  subscribe?: string[];
}

/** Reads events and what JetStream reports of itself, and writes nothing; for people, never for a service. */
export const OBSERVER = 'observer';

/** Creates streams and consumers, and lets an operator look at them. */
export const PROVISIONER = 'provisioner';

/** A service has two logins of the same rights, so that a password is replaced while both are good. */
export function loginsOf(service: string): readonly [string, string] {
  return [service, `${service}_b`];
}

export function natsUsers(password: (user: string) => string): BusUser[] {
  const services = Object.entries(TOPOLOGY).flatMap(([name, connections]) =>
    loginsOf(name).map((user) => ({ user, password: password(user), ...permissions(name, connections) })),
  );
  return [
    ...services,
    { user: PROVISIONER, password: password(PROVISIONER), ...ofProvisioner() },
    // The server takes an empty list for all subjects.
    {
      user: OBSERVER,
      password: password(OBSERVER),
      publish: [`_INBOX_${OBSERVER}.>`],
      // Requests and answers carry guests, one-time codes and mandates.
      subscribe: ['evt.>', '$JS.EVENT.ADVISORY.>'],
    },
  ];
}

/**
 * No service may create or change a stream or a consumer: the server would publish and capture for it what its own user
 * may not. Replies are published to an inbox that each caller has for this service alone, by explicit permission: it
 * cannot answer a request to another service. With `allow_responses` the server keeps every reply subject while
 * heartbeats may follow, and searches them all: measured at 0.33 ms of its CPU per request, instead of 0.12 ms.
 */
function permissions(
  name: string,
  { calls, consumes }: (typeof TOPOLOGY)[string],
): { publish: string[]; subscribe: string[] } {
  const callers = Object.entries(TOPOLOGY).filter(([, connections]) => connections.calls.includes(name));
  return {
    publish: [
      ...calls.map((context) => `rpc.${context}.>`),
      ...callers.map(([caller]) => `_INBOX_${caller}.${name}.>`),
      ...declaredStreams()
        .filter(({ publisher }) => publisher === name)
        .flatMap(({ name: stream, subjects }) => [
          ...subjects,
          `$JS.API.STREAM.INFO.${stream}`,
          // Its own events, to find those that its database has lost.
          `$JS.API.STREAM.MSG.GET.${stream}`,
        ]),
      ...consumes
        .map((context) => streamOf(context).name)
        .flatMap((consumed) => [
          `$JS.API.CONSUMER.INFO.${consumed}.${name}`,
          `$JS.API.CONSUMER.MSG.NEXT.${consumed}.${name}`,
          `$JS.ACK.${consumed}.${name}.>`,
        ]),
    ],
    subscribe: [`rpc.${name}.>`, `_INBOX_${name}.>`, '$SRV.>'],
  };
}

/** Declared streams and consumers only; it deletes none, and reads no message. */
function ofProvisioner(): { publish: string[]; subscribe: string[] } {
  const streams = declaredStreams();
  return {
    publish: [
      '$JS.API.INFO',
      '$JS.API.STREAM.NAMES',
      '$JS.API.STREAM.LIST',
      ...streams.flatMap(({ name, consumers }) => [
        ...['INFO', 'CREATE', 'UPDATE', 'PURGE'].map((verb) => `$JS.API.STREAM.${verb}.${name}`),
        ...['NAMES', 'LIST'].map((verb) => `$JS.API.CONSUMER.${verb}.${name}`),
        ...consumers.flatMap((consumer) => [
          `$JS.API.CONSUMER.INFO.${name}.${consumer}`,
          `$JS.API.CONSUMER.CREATE.${name}.${consumer}.>`,
        ]),
      ]),
    ],
    // The command line of NATS has its replies sent to the second.
    subscribe: [`_INBOX_${PROVISIONER}.>`, '_INBOX.>'],
  };
}
