import { histogram } from '@lodging/kit-runtime';
import type { Histogram } from '@lodging/kit-runtime';

/** `status` is `ok`, the code of a refusal, or a fixed value for the lack of an answer. Refusals have no `errorType`. */
export interface CallOutcome {
  readonly status?: string | undefined;
  readonly errorType?: string | undefined;
}

const server = histogram({
  name: 'rpc.server.call.duration',
  unit: 's',
  description: 'Duration of requests that a service handles for other services.',
});
const client = histogram({
  name: 'rpc.client.call.duration',
  unit: 's',
  description: 'Duration of calls to another service, with the retry.',
});

export const OK: CallOutcome = { status: 'ok' };
export const OVERLOADED: CallOutcome = { status: 'overloaded', errorType: 'overloaded' };
/** Of a tenant over its fair share: no error of the service. */
export const RATE_LIMITED: CallOutcome = { status: 'rate-limited' };

export function attributesOf({ status, errorType }: CallOutcome) {
  return {
    ...(status === undefined ? {} : { 'rpc.response.status_code': status }),
    ...(errorType === undefined ? {} : { 'error.type': errorType }),
  };
}

type RecordCall = (subject: string, outcome: CallOutcome, startedAt: number) => void;

export const recordServerCall = recordIn(server);
export const recordClientCall = recordIn(client);

/** `startedAt` is of `performance.now()`. */
function recordIn(duration: Histogram): RecordCall {
  return (subject, outcome, startedAt) => {
    const attributes = { 'rpc.system.name': 'nats', 'rpc.method': subject, ...attributesOf(outcome) };
    duration.record((performance.now() - startedAt) / 1000, attributes);
  };
}
