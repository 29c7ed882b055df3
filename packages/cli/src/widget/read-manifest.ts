import { exitCodes } from '../exit-codes.ts';
import { failed, Failure } from '../failure.ts';

const TIMEOUT_MS = 5_000;

const FILE = 'lodging-booking.js';

export interface WidgetManifest {
  readonly version: string;
  /** Of the booking component. */
  readonly integrity: string;
}

/** Of the newest version that the public API serves. It takes no credential. */
export async function readManifest(publicUrl: string): Promise<WidgetManifest> {
  const url = `${publicUrl}/widget/manifest.json`;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    answer = await response.json();
  } catch {
    throw new Failure(exitCodes.unreachable, `${url} does not answer: check PUBLIC_URL of the gateway.`);
  }
  if (response.status === 404)
    throw failed(
      'This deployment does not serve the widget: set WIDGET_DIRECTORY of the gateway to its files.',
    );
  const { version, integrity: hashes }: Record<string, unknown> = Object(answer);
  const { [FILE]: integrity }: Record<string, unknown> = Object(hashes);
  if (!response.ok || typeof version !== 'string' || typeof integrity !== 'string')
    throw failed(`${url} is not the manifest of the widget (status ${response.status}).`);
  return { version, integrity };
}
