import { changeSecrets } from '@lodging/deploy-shared';
import { withLoginsSwitched, withoutIdlePasswords } from './logins.ts';
import { SECRETS_FILE, writeSettings } from './write-settings.ts';

const STEPS = {
  renew: { change: withoutIdlePasswords, said: 'The idle logins have new passwords.' },
  switch: { change: withLoginsSwitched, said: 'Each service has its other login.' },
};

const [step] = process.argv.slice(2);
if (step !== 'renew' && step !== 'switch') {
  process.stderr.write('Usage: node rotate-logins.ts renew|switch\n');
  process.exit(2);
}
changeSecrets(SECRETS_FILE, STEPS[step].change);
writeSettings();
process.stdout.write(`${STEPS[step].said}\n`);
