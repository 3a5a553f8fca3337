import type { FilePiece } from './backend';
import type { Kernel } from './kernel';
import type { KernelMemory } from './kernelMemory';
import { Room } from './room';

/** A piece of a file in the kernel's memory, where it is summed up. */
export class KernelFilePiece implements FilePiece {
  readonly #kernel: Kernel;
  readonly #memory: WebAssembly.Memory;
  readonly #room: Room;
  readonly #byteLength: number;

  constructor(kernel: Kernel, memory: KernelMemory, byteLength: number) {
    this.#kernel = kernel;
    this.#memory = memory.memory;
    this.#room = new Room(memory);
    this.#room.reserve(byteLength);
    this.#byteLength = byteLength;
    kernel.beginChecksum();
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer, this.#room.byteOffset, this.#byteLength);
  }

  sumUp(byteLength: number): void {
    this.#kernel.addToChecksum(this.#room.byteOffset, byteLength);
  }

  get sum(): number {
    return this.#kernel.checksum() >>> 0;
  }

  release(): void {
    this.#room.release();
  }
}
