export interface CodeMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `minutes` is the validity that is left. The subject does not contain the code: lock screens show subjects. */
export function writeCodeMail(code: string, minutes: number): CodeMail {
  const life = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const text = [
    `Your confirmation code is ${code}.`,
    '',
    `It is valid for ${life} and can be used once.`,
    'If you did not request this code, you can ignore this e-mail.',
  ].join('\n');
  const html = [
    '<p>Your confirmation code is</p>',
    `<p style="font-size:2em;letter-spacing:0.2em"><strong>${code}</strong></p>`,
    `<p>It is valid for ${life} and can be used once.</p>`,
    '<p>If you did not request this code, you can ignore this e-mail.</p>',
  ].join('\n');
  return { subject: 'Your confirmation code', text, html };
}
