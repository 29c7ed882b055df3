import { histogram } from '@lodging/kit-runtime';
import type { Histogram } from '@lodging/kit-runtime';

/** `status`: `ok`, the code of a refusal, or a word for why there was no answer. `failed` is for what is nobody's wish. */
export interface CallEnding {
  readonly status: string | undefined;
  readonly failed?: string | undefined;
}

const server = histogram({
  name: 'rpc.server.call.duration',
  unit: 's',
  description: 'How long a service works on a request of a neighbour.',
});
const client = histogram({
  name: 'rpc.client.call.duration',
  unit: 's',
  description: 'How long a caller waits for a neighbour, second try included.',
});

export const OK: CallEnding = { status: 'ok' };

export function attributesOf({ status, failed }: CallEnding) {
  return {
    ...(status === undefined ? {} : { 'rpc.response.status_code': status }),
    ...(failed === undefined ? {} : { 'error.type': failed }),
  };
}

type RecordCall = (subject: string, ending: CallEnding, startedAt: number) => void;

export const recordServerCall = recordIn(server);
export const recordClientCall = recordIn(client);

/** `startedAt` is of `performance.now()`. */
function recordIn(duration: Histogram): RecordCall {
  return (subject, ending, startedAt) => {
    const attributes = { 'rpc.system.name': 'nats', 'rpc.method': subject, ...attributesOf(ending) };
    duration.record((performance.now() - startedAt) / 1000, attributes);
  };
}
