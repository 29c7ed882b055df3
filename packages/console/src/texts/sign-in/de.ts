import type { SignInTexts } from './en.ts';

export const de: SignInTexts = {
  title: 'Anmelden',
  again: 'Neu anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  sandbox: 'Sandbox',
  signIn: 'Anmelden',
  forgotten: 'Passwort vergessen? Fragen Sie den Betreiber dieser Installation:',
  wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  waits: (time) => `Zu viele Versuche. Wieder möglich in ${time}.`,
  suspended: 'Dieses Haus ist gesperrt. Wenden Sie sich an den Betreiber dieser Installation.',
  unavailable: 'Der Dienst antwortet nicht.',
  ended: 'Ihre Sitzung ist beendet. Ihre Eingaben bleiben stehen.',
  locked: 'Der Bildschirm wurde gesperrt.',
};
