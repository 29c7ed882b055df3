/** A resource of a city; the base amount is that of its flexible plan. */
export interface CityResource {
  readonly kind: 'hotel_room' | 'apartment' | 'villa';
  readonly name: string;
  readonly capacity: number;
  readonly units?: number;
  readonly base: number;
  readonly features: readonly string[];
  readonly description: string;
}

/** A line each: kind, name, capacity, units, base amount in minor units, features, description. */
function listed(lines: string): CityResource[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [kind, name = '', capacity, units, base, features = '', description = ''] = line.split(' | ');
      return {
        kind: kind as CityResource['kind'],
        name,
        capacity: Number(capacity),
        units: Number(units),
        base: Number(base),
        features: features.split(' '),
        description,
      };
    });
}

export const lisbon = listed(`
hotel_room | River room | 2 | 4 | 11900 | river_view wifi breakfast air_conditioning | Looks over the Tejo from the fourth floor.
hotel_room | Courtyard room | 2 | 5 | 9400 | quiet wifi breakfast | On the quiet side, with orange trees below the window.
hotel_room | Tile room | 2 | 3 | 10500 | balcony wifi breakfast | Blue tiles of 1890, and a balcony over the tram line 28.
hotel_room | Family room | 3 | 2 | 13900 | family wifi breakfast cot | A double and a sofa bed; a cot on request.
hotel_room | Accessible room | 2 | 1 | 9900 | step_free wifi breakfast lift | Step-free from the street to the shower.
hotel_room | Attic room | 2 | 2 | 8700 | castle_view wifi | Under the roof, with a view of the castle. No lift.
apartment | Alfama apartment | 4 | 1 | 14900 | kitchen washing_machine castle_view wifi | Two bedrooms in a lane of Alfama, 200 steps above the river.
apartment | Bairro Alto loft | 2 | 1 | 12900 | kitchen wifi air_conditioning | One large room among the bars of Bairro Alto.
apartment | Chiado apartment | 4 | 1 | 18900 | kitchen lift wifi air_conditioning | Two bedrooms and two bathrooms, five minutes from the Rossio.
apartment | Belém apartment | 5 | 1 | 16500 | kitchen parking family washing_machine wifi | Three bedrooms by the gardens of Belém.
apartment | Graça terrace apartment | 3 | 1 | 15500 | kitchen terrace castle_view wifi pets | A roof terrace for breakfast, and for the dog.
apartment | Studio at the market | 2 | 2 | 8900 | kitchen wifi | A studio above the Mercado da Ribeira.
villa | Villa in Sintra | 8 | 1 | 52000 | pool garden parking kitchen family pets | Four bedrooms in the hills of Sintra, with a pool.
villa | House at the Guincho | 10 | 1 | 64000 | sea_view garden parking kitchen fireplace | Five bedrooms behind the dunes, for surfers and their friends.
`);

export const athens = listed(`
hotel_room | Acropolis room | 2 | 4 | 13500 | acropolis_view wifi breakfast air_conditioning | The Acropolis from the bed.
hotel_room | Plaka room | 2 | 5 | 9900 | wifi breakfast air_conditioning | In a lane of Plaka, without cars.
hotel_room | Garden room | 2 | 3 | 8900 | quiet garden wifi breakfast | Opens on the garden behind the house.
hotel_room | Family room | 3 | 2 | 14500 | family wifi breakfast cot | Two rooms with a door between them.
hotel_room | Accessible room | 2 | 1 | 9500 | step_free wifi breakfast lift | Step-free from the street to the shower.
apartment | Koukaki apartment | 4 | 1 | 11900 | kitchen washing_machine wifi | Two bedrooms, four minutes from the museum.
apartment | Psyrri loft | 2 | 1 | 10900 | kitchen wifi air_conditioning | A former workshop among the tavernas of Psyrri.
apartment | Kolonaki apartment | 4 | 1 | 17900 | kitchen lift balcony wifi air_conditioning | Two bedrooms at the foot of Lycabettus.
apartment | Piraeus apartment | 3 | 1 | 9900 | kitchen sea_view wifi | Above the ferries, for an early departure to the islands.
apartment | Terrace apartment | 5 | 1 | 18500 | kitchen terrace acropolis_view family wifi | Three bedrooms and a roof terrace.
apartment | Studio at the park | 2 | 2 | 7900 | kitchen wifi pets | A studio beside the National Garden.
villa | Villa in Vouliagmeni | 8 | 1 | 58000 | pool sea_view garden parking kitchen family | Four bedrooms and a pool above the bay.
villa | House at Cape Sounion | 10 | 1 | 49000 | sea_view garden parking kitchen pets fireplace | Five bedrooms below the temple, an hour from the city.
`);

export const london = listed(`
hotel_room | Thames room | 2 | 4 | 18900 | river_view wifi breakfast | Looks over the Thames towards St Paul’s.
hotel_room | Mews room | 2 | 5 | 15900 | quiet wifi breakfast | At the back, above a cobbled mews.
hotel_room | Garden room | 2 | 3 | 16900 | garden wifi breakfast | A door to the garden square.
hotel_room | Family room | 3 | 2 | 21900 | family wifi breakfast cot | A double and a bunk bed behind a curtain.
hotel_room | Accessible room | 2 | 1 | 15900 | step_free wifi breakfast lift | Step-free from the street to the shower.
hotel_room | Attic room | 2 | 2 | 12900 | wifi | Under the roof of a terraced house. No lift.
apartment | Shoreditch loft | 2 | 1 | 19900 | kitchen wifi washing_machine | A former warehouse, with its brick and its beams.
apartment | Southwark apartment | 4 | 1 | 24900 | kitchen lift river_view wifi washing_machine | Two bedrooms beside the Globe.
apartment | Notting Hill apartment | 4 | 1 | 27900 | kitchen balcony wifi | Two bedrooms behind the market of Portobello Road.
apartment | Greenwich apartment | 5 | 1 | 22900 | kitchen parking family wifi washing_machine | Three bedrooms at the park.
apartment | Hampstead apartment | 3 | 1 | 21900 | kitchen garden pets wifi | A garden of its own, and the Heath for the dog.
apartment | Studio at King’s Cross | 2 | 2 | 14900 | kitchen lift wifi | A studio between the trains and the canal.
villa | House in Richmond | 8 | 1 | 79000 | garden parking kitchen fireplace family pets | Four bedrooms and a garden down to the river.
`);
