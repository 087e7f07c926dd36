import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "node_modules"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    files: ["icon.mjs", "e2e/*.mjs", "browser/*.mjs"],
    languageOptions: {
      globals: Object.fromEntries(
        ["Buffer", "URL", "WheelEvent", "document", "fetch", "performance", "requestAnimationFrame", "setTimeout", "window"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
  { files: ["**/*.mjs"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
);
