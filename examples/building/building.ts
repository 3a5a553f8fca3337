import { Group } from 'three';
import { seededRandom } from '../site/seededRandom';
import { addPipes } from './pipes';
import { addSlab, addStair } from './slabs';
import { type Materials, Storey, STOREYS } from './storey';
import { addColumns, addFacades, addRooms } from './walls';

/**
 * An office building of about 1,500 parts and 50,000 triangles, the same every time. Windows, doors, columns and fittings share
 * their geometries. Everything else has one of its own, as in the models of architects.
 */
export function makeBuilding(materials: Materials): Group {
  const random = seededRandom(7);
  const building = new Group();
  for (let number = 0; number < STOREYS; number++) {
    const storey = new Storey(number, materials);
    addSlab(storey);
    addFacades(storey, number === 0);
    addColumns(storey);
    addRooms(storey, random);
    addStair(storey);
    addPipes(storey, random);
    building.add(storey);
  }
  building.updateMatrixWorld();
  return building;
}
