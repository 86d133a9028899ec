/** Read by `npm run migration`. */
export default {
  dialect: "sqlite",
  schema: "./src/storage/d1/schema/**/*.ts",
  out: "./d1-migrations",
};
