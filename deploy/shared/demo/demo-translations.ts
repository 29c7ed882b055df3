interface Texts {
  readonly name: string;
  readonly description?: string;
}

type Translations = Readonly<Record<'en' | 'de' | 'fr' | 'es', Texts | Record<never, never>>>;

/** The texts of the demo are English; `en` says so to a guest who reads English and another of these languages. */
const translated = (de: Texts, fr: Texts, es: Texts): Translations => ({ en: {}, de, fr, es });
const named = (de: string, fr: string, es: string): Translations =>
  translated({ name: de }, { name: fr }, { name: es });

/** Of the room types, by code. */
export const roomTypeTranslations = {
  DBL: named('Doppelzimmer', 'Chambre double', 'Habitación doble'),
  APT: named('Apartment', 'Appartement', 'Apartamento'),
  VIL: named('Villa', 'Villa', 'Villa'),
} as const;

/** Of all plans, by code. */
export const planTranslations = {
  FLEX: named('Flexibel', 'Flexible', 'Flexible'),
  SAVER: named('Sparpreis, nicht erstattbar', 'Éco, non remboursable', 'Económica, no reembolsable'),
} as const;

/** Of the cancellation policies, by code. */
export const policyTranslations = {
  flexible: named(
    'Kostenlos bis 3 Tage vorher, danach die Hälfte',
    'Gratuit jusqu’à 3 jours avant, puis la moitié',
    'Gratis hasta 3 días antes, después la mitad',
  ),
  saver: named('Nicht erstattbar', 'Non remboursable', 'No reembolsable'),
} as const;

/** Of the taxes and fees of Seeblick, by code. */
export const taxTranslations = {
  vat: named('Mehrwertsteuer', 'TVA', 'IVA'),
  cleaning: named('Endreinigung', 'Ménage final', 'Limpieza final'),
  'visitors-tax': named('Ortstaxe', 'Taxe de séjour', 'Tasa turística'),
} as const;

/** Of the resources of Seeblick, by slug. */
export const resourceTranslations: Readonly<Record<string, Translations>> = {
  'loft-harbour': translated(
    {
      name: 'Loft am Hafen',
      description: 'Zwei Schlafzimmer über den Booten. Der Balkon hat die Abendsonne.',
    },
    {
      name: 'Loft au port',
      description: 'Deux chambres au-dessus des bateaux. Le balcon a le soleil du soir.',
    },
    {
      name: 'Loft en el puerto',
      description: 'Dos dormitorios sobre los barcos. El balcón tiene el sol de la tarde.',
    },
  ),
  'garden-apartment': translated(
    {
      name: 'Gartenapartment',
      description:
        'Ein Schlafzimmer, ein Schlafsofa für einen dritten Gast und eine Terrasse unter den Apfelbäumen.',
    },
    {
      name: 'Appartement au jardin',
      description: 'Une chambre, un canapé-lit pour un troisième hôte et une terrasse sous les pommiers.',
    },
    {
      name: 'Apartamento con jardín',
      description: 'Un dormitorio, un sofá cama para un tercer huésped y una terraza bajo los manzanos.',
    },
  ),
  'double-lake': translated(
    {
      name: 'Doppelzimmer zum See',
      description: 'Der See vom Bett aus; ein drittes Bett für ein Kind.',
    },
    {
      name: 'Chambre double côté lac',
      description: 'Le lac depuis le lit ; un troisième lit pour un enfant.',
    },
    {
      name: 'Habitación doble al lago',
      description: 'El lago desde la cama; una tercera cama para un niño.',
    },
  ),
  'double-garden': translated(
    {
      name: 'Doppelzimmer zum Garten',
      description: 'Auf der ruhigen Seite, über dem Garten. Zehn Schritte zum Frühstück.',
    },
    {
      name: 'Chambre double côté jardin',
      description: 'Du côté calme, au-dessus du jardin. Dix pas jusqu’au petit déjeuner.',
    },
    {
      name: 'Habitación doble al jardín',
      description: 'En el lado tranquilo, sobre el jardín. A diez pasos del desayuno.',
    },
  ),
  'villa-seerose': translated(
    {
      name: 'Villa Seerose',
      description: 'Vier Schlafzimmer, eine Sauna und ein eigener Steg.',
    },
    {
      name: 'Villa Seerose',
      description: 'Quatre chambres, un sauna et un ponton privé.',
    },
    {
      name: 'Villa Seerose',
      description: 'Cuatro dormitorios, una sauna y un embarcadero propio.',
    },
  ),
  'meeting-room': translated(
    {
      name: 'Besprechungsraum',
      description: 'Zwölf Plätze, ein Bildschirm und Kaffee zu jeder Stunde.',
    },
    {
      name: 'Salle de réunion',
      description: 'Douze places, un écran et du café à toute heure.',
    },
    {
      name: 'Sala de reuniones',
      description: 'Doce plazas, una pantalla y café a cualquier hora.',
    },
  ),
  'rowing-boat': translated(
    {
      name: 'Ruderboot',
      description: 'Vier Plätze und zwei Paar Ruder. Schwimmwesten liegen im Bootshaus.',
    },
    {
      name: 'Barque',
      description: 'Quatre places et deux paires de rames. Les gilets sont au hangar à bateaux.',
    },
    {
      name: 'Bote de remos',
      description: 'Cuatro plazas y dos pares de remos. Los chalecos están en el cobertizo.',
    },
  ),
};
