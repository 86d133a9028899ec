declare module "*.wasm" {
  const module: object;
  export default module;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
