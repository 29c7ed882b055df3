import type { MailLanguage } from './mail-language.ts';

interface CodeWords {
  /** Of dates: a tag of BCP 47. */
  readonly locale: string;
  readonly subject: string;
  /** Between a title and what it names. */
  readonly colon: string;
  readonly code: string;
  readonly stay: string;
  readonly life: (minutes: number) => string;
  readonly ignore: string;
}

export const CODE_WORDS: Readonly<Record<MailLanguage, CodeWords>> = {
  en: {
    locale: 'en-GB',
    subject: 'Your confirmation code',
    colon: ': ',
    code: 'Your confirmation code is',
    stay: 'Your stay',
    life: (minutes) =>
      `It is valid for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and can be used once.`,
    ignore: 'If you did not request this code, you can ignore this e-mail.',
  },
  de: {
    locale: 'de',
    subject: 'Ihr Bestätigungscode',
    colon: ': ',
    code: 'Ihr Bestätigungscode lautet',
    stay: 'Ihr Aufenthalt',
    life: (minutes) =>
      `Er gilt ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} und kann einmal verwendet werden.`,
    ignore: 'Wenn Sie diesen Code nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  },
  fr: {
    locale: 'fr',
    subject: 'Votre code de confirmation',
    colon: ' : ',
    code: 'Votre code de confirmation est',
    stay: 'Votre séjour',
    life: (minutes) =>
      `Il est valable ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} et ne peut être utilisé qu’une fois.`,
    ignore: 'Si vous n’avez pas demandé ce code, vous pouvez ignorer cet e-mail.',
  },
  es: {
    locale: 'es',
    subject: 'Su código de confirmación',
    colon: ': ',
    code: 'Su código de confirmación es',
    stay: 'Su estancia',
    life: (minutes) =>
      `Es válido durante ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} y puede usarse una sola vez.`,
    ignore: 'Si no ha solicitado este código, puede ignorar este correo.',
  },
};
