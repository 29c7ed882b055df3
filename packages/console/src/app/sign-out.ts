import { session } from '../api/session.ts';
import { signOut } from '../api/sign-in.ts';

/** The page is loaded again, so that nothing of it stays in memory. */
export async function leaveConsole(from: 'here' | 'everywhere'): Promise<void> {
  try {
    await signOut(from);
  } finally {
    session.left();
    // Once the page is empty: what would have kept it, such as unsaved text, is gone with its session.
    setTimeout(() => location.assign('/console/sign-in'));
  }
}
