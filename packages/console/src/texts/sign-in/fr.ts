import type { SignInTexts } from './en.ts';

export const fr: SignInTexts = {
  title: 'Connexion',
  again: 'Se reconnecter',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  sandbox: 'Bac à sable',
  signIn: 'Se connecter',
  forgotten: 'Mot de passe oublié ? Demandez à la personne qui gère cette installation :',
  wrong: 'L’adresse e-mail ou le mot de passe est faux.',
  waits: (time) => `Trop d’essais. Réessayez dans ${time}.`,
  suspended: 'Cet établissement est suspendu. Contactez la personne qui gère cette installation.',
  unavailable: 'Le service ne répond pas.',
  ended: 'Votre session est terminée. Ce que vous avez saisi reste en place.',
  locked: 'L’écran a été verrouillé.',
};
