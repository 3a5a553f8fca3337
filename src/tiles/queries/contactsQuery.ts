import type { SceneContact, Shape } from 'slabtree';
import type { ContactSelection } from '../../bvh/query/contacts';
import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { AbsentTiles } from '../absent/absentTiles';
import type { ResidentTiles } from '../resident/residentTiles';
import type { InTile } from '../resident/tileQueries';
import type { IsNew, PassQuery } from './passes';

export class ContactsQuery implements PassQuery {
  readonly mayEndEarly = false;
  readonly #shape: Shape;
  readonly #selection: ContactSelection;
  readonly #resident: ResidentTiles;
  readonly #absent: AbsentTiles;
  readonly #onContact: (contact: InTile<SceneContact>) => void;
  readonly #found: InTile<SceneContact>[] = [];

  /** @param onContact called for each contact, while the tile of the contact is in memory. */
  constructor(
    shape: Shape,
    selection: ContactSelection,
    resident: ResidentTiles,
    absent: AbsentTiles,
    onContact: (contact: InTile<SceneContact>) => void,
  ) {
    this.#shape = shape;
    this.#selection = selection;
    this.#resident = resident;
    this.#absent = absent;
    this.#onContact = onContact;
  }

  answerAtOnce(): boolean {
    if (!this.#absent.placeholdersCoverShape(this.#shape)) return false;
    const found = this.#resident.withPlaceholders.contacts(this.#shape, this.#selection);
    if (found.some(({ tile }) => tile === PLACEHOLDER)) return false;
    this.#add(found);
    return true;
  }

  runPass(isNew: IsNew): void {
    const found = this.#resident.loaded.contacts(this.#shape, this.#selection);
    this.#add(isNew === null ? found : found.filter(({ tile }) => isNew(tile)));
  }

  missingTiles(): number[] {
    return this.#absent.touching(this.#shape, this.#selection.within);
  }

  /** Returns all contacts in the order of ids, and then of triangles. */
  inOrder(): InTile<SceneContact>[] {
    return this.#found.sort((a, b) => a.id - b.id || a.triangle - b.triangle);
  }

  #add(found: readonly InTile<SceneContact>[]): void {
    for (const contact of found) {
      this.#onContact(contact);
      this.#found.push(contact);
    }
  }
}
