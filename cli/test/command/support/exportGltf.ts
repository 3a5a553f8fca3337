import type { Object3D } from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';

/** The part of a page's FileReader that the exporter uses. Node has no FileReader. */
class FileReader {
  result: unknown = null;
  onloadend = () => undefined;

  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => {
      this.#end(buffer);
    });
  }

  readAsDataURL(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => {
      this.#end(`data:application/octet-stream;base64,${Buffer.from(buffer).toString('base64')}`);
    });
  }

  #end(result: unknown): void {
    this.result = result;
    this.onloadend();
  }
}

/** A glTF file written by three.js: a .glb, or a .gltf with its buffers inside. */
export async function exportGltf(root: Object3D, isBinary: boolean): Promise<Uint8Array> {
  Object.assign(globalThis, { FileReader });
  try {
    const file = await new GLTFExporter().parseAsync(root, { binary: isBinary });
    return file instanceof ArrayBuffer ? new Uint8Array(file) : Buffer.from(JSON.stringify(file));
  } finally {
    Reflect.deleteProperty(globalThis, 'FileReader');
  }
}
