import { session } from '../api/session.ts';
import { signOut } from '../api/sign-in.ts';

/** The page is loaded again, so that nothing of it stays in memory. */
export async function leaveConsole(from: 'here' | 'everywhere'): Promise<void> {
  try {
    await signOut(from);
  } finally {
    session.left();
    location.assign('/console/sign-in');
  }
}
