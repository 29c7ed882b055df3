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

/** Has all permissions; for operators, never for a service. */
export const OBSERVER = 'observer';

export function natsUsers(password: (user: string) => string): BusUser[] {
  const services = Object.entries(TOPOLOGY).map(([name, connections]) => ({
    user: name,
    password: password(name),
    ...permissions(name, connections),
  }));
  return [...services, { user: OBSERVER, password: password(OBSERVER) }];
}

/**
 * Replies are published to the inboxes of the callers and of the observer's tools, by explicit permission. With
 * `allow_responses` the server keeps every reply subject while heartbeats may follow, and searches them all: measured at
 * 0.33 ms of its CPU per request, instead of 0.12 ms.
 */
function permissions(
  name: string,
  { calls, consumes }: (typeof TOPOLOGY)[string],
): { publish: string[]; subscribe: string[] } {
  const callers = Object.entries(TOPOLOGY).filter(([, connections]) => connections.calls.includes(name));
  return {
    publish: [
      ...calls.map((context) => `rpc.${context}.>`),
      ...callers.map(([caller]) => `_INBOX_${caller}.>`),
      '_INBOX.>',
      ...declaredStreams()
        .filter(({ publisher }) => publisher === name)
        .flatMap(({ name: stream, subjects }) => [
          ...subjects,
          ...['INFO', 'CREATE', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
        ]),
      ...consumes
        .map((context) => streamOf(context).name)
        .flatMap((consumed) => [
          `$JS.API.STREAM.INFO.${consumed}`,
          `$JS.API.CONSUMER.INFO.${consumed}.${name}`,
          `$JS.API.CONSUMER.CREATE.${consumed}.${name}.>`,
          `$JS.API.CONSUMER.MSG.NEXT.${consumed}.${name}`,
          `$JS.ACK.${consumed}.${name}.>`,
        ]),
    ],
    subscribe: [`rpc.${name}.>`, `_INBOX_${name}.>`, '$SRV.>'],
  };
}
