import type { SignInTexts } from './en.ts';

export const es: SignInTexts = {
  title: 'Iniciar sesión',
  again: 'Iniciar sesión de nuevo',
  email: 'Dirección de correo',
  password: 'Contraseña',
  sandbox: 'Pruebas',
  signIn: 'Iniciar sesión',
  forgotten: '¿Olvidó la contraseña? Pregunte a quien gestiona esta instalación:',
  wrong: 'La dirección de correo o la contraseña es incorrecta.',
  waits: (time) => `Demasiados intentos. Inténtelo de nuevo en ${time}.`,
  suspended: 'Este establecimiento está suspendido. Contacte con quien gestiona esta instalación.',
  unavailable: 'El servicio no responde.',
  ended: 'Su sesión ha terminado. Lo que escribió se conserva.',
  locked: 'La pantalla se bloqueó.',
};
