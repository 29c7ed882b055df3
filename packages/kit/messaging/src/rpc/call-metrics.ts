import { histogram } from '@lodging/kit-runtime';
import type { Histogram, Recorder } from '@lodging/kit-runtime';

/** `status`: `ok`, the code of a refusal, or a word for why there was no answer. `failed` is for what is nobody's wish. */
export interface CallEnding {
  readonly status: string | undefined;
  readonly failed?: string | undefined;
}

const server = histogram({
  name: 'rpc.server.call.duration',
  unit: 's',
  about: 'How long a service works on a request of a neighbour.',
});
const client = histogram({
  name: 'rpc.client.call.duration',
  unit: 's',
  about: 'How long a caller waits for a neighbour, second try included.',
});

export const OK: CallEnding = { status: 'ok' };

export function attributesOf({ status, failed }: CallEnding) {
  return {
    ...(status === undefined ? {} : { 'rpc.response.status_code': status }),
    ...(failed === undefined ? {} : { 'error.type': failed }),
  };
}

type Record = (subject: string, ending: CallEnding, beganAt: number) => void;

export const recordServerCall = recordingIn(server);
export const recordClientCall = recordingIn(client);

/** Endings are as many as the contracts list, so each has its series at hand. */
function recordingIn(duration: Histogram): Record {
  const recorders = new Map<string, Recorder>();
  return (subject, ending, beganAt) => {
    const key = `${subject} ${ending.status} ${ending.failed}`;
    let recorder = recorders.get(key);
    if (recorder === undefined) {
      const where = { 'rpc.system.name': 'nats', 'rpc.method': subject };
      recorder = duration.series({ ...where, ...attributesOf(ending) });
      recorders.set(key, recorder);
    }
    recorder.record((performance.now() - beganAt) / 1000);
  };
}
