import { mount } from "svelte";
import App from "./App.svelte";
import { dress } from "./pages/appearance";
import { wear } from "./theme";
import "./theme.css";

wear();
dress();
const target = document.getElementById("app");
if (target) mount(App, { target });
