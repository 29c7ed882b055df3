export const en = {
  title: 'Sign in',
  again: 'Sign in again',
  email: 'E-mail address',
  password: 'Password',
  sandbox: 'Sandbox',
  signIn: 'Sign in',
  forgotten: 'Forgotten the password? Ask whoever runs this installation:',
  wrong: 'The e-mail address or the password is wrong.',
  waits: (time: string): string => `Too many tries. Try again in ${time}.`,
  suspended: 'This property is suspended. Contact whoever runs this installation.',
  unavailable: 'The service does not answer.',
  ended: 'Your session has ended. What you typed stays as it is.',
  locked: 'The screen was locked.',
};

export type SignInTexts = typeof en;
