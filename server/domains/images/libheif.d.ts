declare module 'libheif-js/wasm-bundle.js' {
  type Opaque<Name> = { readonly name: Name };
  type Context = Opaque<'context'>;
  type Handle = Opaque<'handle'>;
  type Image = Opaque<'image'>;
  type Space = Opaque<'space'>;
  type Chroma = Opaque<'chroma'>;
  type Code = Opaque<'code'>;
  type Failure = { code: Code; message: string };
  type Channel = { width: number; height: number; stride: number; data: Uint8Array };

  const heif: {
    heif_error_code: { heif_error_Ok: Code };
    heif_colorspace: { heif_colorspace_RGB: Space };
    heif_chroma: { heif_chroma_interleaved_RGB: Chroma; heif_chroma_interleaved_RGBA: Chroma };
    heif_context_alloc(): Context;
    heif_context_free(context: Context): void;
    heif_context_read_from_memory(context: Context, bytes: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Context): Handle | Failure;
    heif_image_handle_release(handle: Handle): void;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_image_handle_has_alpha_channel(handle: Handle): number;
    heif_js_decode_image2(
      handle: Handle,
      space: Space,
      chroma: Chroma,
    ): { image: Image; channels: Channel[] } | Failure;
    heif_image_release(image: Image): void;
  };
  export default heif;
}
