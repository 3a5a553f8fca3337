import type { Object3D } from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';

/** What the exporter uses of a page's FileReader, which Node has not. */
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

/** A glTF file as three.js writes it: .glb, or .gltf with its buffers in it. */
export async function exportGltf(root: Object3D, isBinary: boolean): Promise<Uint8Array> {
  Object.assign(globalThis, { FileReader });
  const file = await new GLTFExporter().parseAsync(root, { binary: isBinary });
  return file instanceof ArrayBuffer ? new Uint8Array(file) : Buffer.from(JSON.stringify(file));
}
