import { session } from '../api/session.ts';
import { shareSessionNews } from '../api/session-news.ts';
import { signOut } from '../api/sign-in.ts';
import { preferences } from './preferences.ts';

const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const CHECKED_EVERY_MS = 5_000;
const SHARED_EVERY_MS = 10_000;

/** Without input in any tab for long enough, the page ends its session and shows nothing of a guest any more. */
export function startScreenLock(): () => void {
  const channel = new BroadcastChannel('lodging-console-input');
  let lastInputAt = Date.now();
  let sharedAt = 0;
  const onInput = (): void => {
    lastInputAt = Date.now();
    if (lastInputAt - sharedAt < SHARED_EVERY_MS) return;
    sharedAt = lastInputAt;
    channel.postMessage('input');
  };
  channel.onmessage = () => {
    lastInputAt = Date.now();
  };
  const timer = setInterval(() => {
    const { lockMinutes } = preferences();
    if (lockMinutes === 0 || Date.now() - lastInputAt < lockMinutes * 60_000) return;
    session.locked();
    shareSessionNews('locked');
    // Where there is no connection, the session ends by itself.
    signOut('here').catch(() => {});
  }, CHECKED_EVERY_MS);
  for (const input of INPUTS) addEventListener(input, onInput, { capture: true, passive: true });
  return () => {
    for (const input of INPUTS) removeEventListener(input, onInput, { capture: true });
    clearInterval(timer);
    channel.close();
  };
}
