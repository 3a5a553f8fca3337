import { useState } from 'react';
import { IcosahedronGeometry, type Vector3Tuple } from 'three';
import { element } from '../site/element';
import { seededRandom } from '../site/seededRandom';

const geometry = new IcosahedronGeometry(0.12, 1);
const random = seededRandom(3);

interface Place {
  readonly position: Vector3Tuple;
  readonly hue: number;
}

/** Places all around the middle, the same every time. */
export function makePlaces(count: number): Place[] {
  return Array.from({ length: count }, () => {
    const height = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const distance = 5 * Math.cbrt(random());
    const around = distance * Math.sqrt(1 - height * height);
    const position: Vector3Tuple = [around * Math.cos(angle), distance * height, around * Math.sin(angle)];
    return { position, hue: Math.round(160 + 90 * (distance / 5)) };
  });
}

export function Crystals({ places }: { readonly places: readonly Place[] }) {
  return places.map((place, number) => <Crystal key={number} number={number} {...place} />);
}

/** One that notices the pointer by itself, as components do. */
function Crystal({ number, position, hue }: Place & { readonly number: number }) {
  const [isHovered, setHovered] = useState(false);
  const [isClicked, setClicked] = useState(false);
  const lightness = isHovered ? 75 : 50;
  return (
    <mesh
      name={`Crystal ${number}`}
      geometry={geometry}
      position={position}
      scale={isHovered ? 1.4 : 1}
      onPointerOver={(event) => {
        event.stopPropagation();
        setHovered(true);
        element('pointed', HTMLOutputElement).value = `crystal ${number}`;
      }}
      onPointerOut={() => {
        setHovered(false);
        element('pointed', HTMLOutputElement).value = 'nothing';
      }}
      onClick={(event) => {
        event.stopPropagation();
        setClicked(!isClicked);
        const clicked = element('clicked', HTMLOutputElement);
        clicked.value = String(Number(clicked.value) + (isClicked ? -1 : 1));
      }}
    >
      <meshLambertMaterial color={isClicked ? `hsl(0, 75%, ${lightness}%)` : `hsl(${hue}, 60%, ${lightness}%)`} />
    </mesh>
  );
}
